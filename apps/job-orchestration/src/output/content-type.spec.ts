import { contentTypeOf } from './content-type';

it.each([
  ['stdout', 'text/plain; charset=utf-8'],
  ['json', 'text/plain; charset=utf-8'],
  ['job.log', 'text/plain; charset=utf-8'],
  ['run.sh', 'text/plain; charset=utf-8'],
  ['a.unknown', 'text/plain; charset=utf-8'],
  ['a.constructor', 'text/plain; charset=utf-8'],
  ['result.JSON', 'application/json; charset=utf-8'],
  ['result.xml', 'application/xml; charset=utf-8'],
  ['report.html', 'text/html; charset=utf-8'],
  ['rows.csv', 'text/csv; charset=utf-8'],
  ['rows.parquet', 'application/octet-stream'],
  ['job.zip', 'application/zip'],
  ['job.jar', 'application/java-archive'],
  ['job.tar.gz', 'application/gzip'],
  ['plot.svg', 'image/svg+xml'],
  ['plot.gif', 'image/gif'],
])('the media type of %s is %s', (name, type) => expect(contentTypeOf(name)).toBe(type));
