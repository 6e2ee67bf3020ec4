import { readSearch } from '../query/searchable';
import { pageQuery, wantsTagCounts, type PageFacts } from './job-page-query';
import { jobSearchable } from './job-searchable';

const NOTHING: PageFacts = { tagCounts: new Map(), total: undefined };
const snake = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The inner query of a second page, which finds the ids. */
function idsOf(query: Record<string, string | string[]>, facts: Partial<PageFacts> = {}): string {
  const { conditions, paging } = readSearch(jobSearchable('4.3'), { page: '1', ...query });
  const { sql } = pageQuery(conditions, paging, { ...NOTHING, ...facts }, ['id', 'clusterName'], snake);
  return /FROM \((.*) LIMIT \d+ OFFSET \d+\) page/.exec(sql)?.[1]?.replaceAll('`', '') ?? sql;
}

describe('the query of a page of jobs', () => {
  it('reads rows only of the ids that were found', () => {
    const { conditions, paging } = readSearch(jobSearchable('4.3'), { user: 'a', size: '5', page: '2' });
    expect(pageQuery(conditions, paging, NOTHING, ['id', 'clusterName'], snake)).toEqual({
      sql:
        'SELECT `row`.`id` AS `id`, `row`.`cluster_name` AS `clusterName` FROM (SELECT `row`.id AS id FROM jobs `row` ' +
        'WHERE (`row`.`user` = ?) AND (`row`.`array_id` = ?) ORDER BY `row`.`updated` DESC, `row`.`id` DESC LIMIT 5 OFFSET 10) page ' +
        'JOIN jobs `row` ON `row`.id = page.id ORDER BY `row`.`updated` DESC, `row`.`id` DESC',
      parameters: ['a', ''],
    });
  });

  it.each([
    [{}, 'FROM jobs row WHERE (row.array_id = ?)'],
    [{ user: 'a' }, 'FROM jobs row WHERE (row.user = ?) AND (row.array_id = ?)'],
    [{ status: 'FAILED' }, 'FROM jobs row WHERE (row.status IN (?)) AND (row.array_id = ?)'],
    [{ arrayId: 'a' }, 'FROM jobs row WHERE (row.array_id = ?)'],
    [{ tag: 'a' }, 'FROM job_tags t0 STRAIGHT_JOIN jobs row ON row.id = t0.job_id WHERE t0.tag = ?'],
  ])('reads the first rows of the index for the first page of %j', (query, from) => {
    const { conditions, paging } = readSearch(jobSearchable('4.3'), query);
    const tally = { sql: 'SELECT ?', parameters: ['t'] };
    const { sql, parameters } = pageQuery(conditions, paging, NOTHING, ['id'], snake, tally);
    expect(sql.replaceAll('`', '')).toContain(`SELECT row.id AS id, (SELECT ?) AS tally ${from} ORDER BY`);
    expect(sql).toMatch(/ LIMIT 64 OFFSET 0$/);
    expect(parameters[0]).toBe('t');
  });

  it('looks for several equal values by one of their indexes', () => {
    expect(idsOf({ user: 'a', status: 'FAILED', minStarted: '5' })).toContain(
      'FORCE INDEX (jobs_by_user, jobs_by_user_status)',
    );
    expect(idsOf({ clusterId: 'a', commandName: 'b' })).toContain(
      'FORCE INDEX (jobs_by_cluster, jobs_by_command_name)',
    );
    expect(idsOf({ id: 'a', user: 'b' })).not.toContain('INDEX');
    expect(idsOf({ status: 'FAILED', maxStarted: '5' })).not.toContain('INDEX');
  });

  it('sorts the matches of a pattern when they are known to be few', () => {
    const hint = 'IGNORE INDEX FOR ORDER BY (jobs_by_updated, jobs_by_array)';
    expect(idsOf({ name: 'a%' }, { total: 100 })).toContain(hint);
    expect(idsOf({ name: 'a%' }, { total: 100_000 })).not.toContain(hint);
    expect(idsOf({ name: '%a' }, { total: 100 })).not.toContain(hint);
    expect(idsOf({ name: 'a%', sort: 'created' }, { total: 100 })).not.toContain(hint);
  });

  it('scans a tag in its order, without the jobs when no other filter is given', () => {
    expect(idsOf({ tag: 'a' })).toBe(
      'SELECT t0.job_id AS id FROM job_tags t0 WHERE t0.tag = ? ORDER BY t0.updated DESC, t0.job_id DESC',
    );
    expect(idsOf({ tag: 'a', status: 'FAILED' })).toContain(
      'FROM job_tags t0 STRAIGHT_JOIN jobs row ON row.id = t0.job_id WHERE t0.tag = ? AND (row.status IN (?))',
    );
  });

  it('finds elements by the tags of their array', () => {
    expect(idsOf({ arrayId: 'a', tag: 'b' })).toContain(
      'WHERE (row.array_id IN (SELECT job_id FROM job_tags WHERE tag = ?)) AND (row.array_id = ?)',
    );
  });

  it('begins with the rarest of several tags, and with the user when the tag is not rare', () => {
    const tagCounts = new Map([
      ['often', 5000],
      ['seldom', 7],
    ]);
    const { conditions, paging } = readSearch(jobSearchable('4.3'), { tag: 'often,seldom' });
    expect(wantsTagCounts(conditions, paging)).toBe(true);
    expect(pageQuery(conditions, paging, { ...NOTHING, tagCounts }, ['id'], snake).parameters).toEqual([
      'often',
      'seldom',
    ]);
    expect(idsOf({ user: 'a', tag: 'often' }, { tagCounts })).toContain(
      'FROM jobs row FORCE INDEX (jobs_by_user, jobs_by_user_status) STRAIGHT_JOIN job_tags t0 ON t0.job_id = row.id AND t0.tag = ?',
    );
    expect(idsOf({ user: 'a', tag: 'seldom' }, { tagCounts })).toContain(
      'FROM job_tags t0 STRAIGHT_JOIN jobs',
    );
  });

  it.each([
    ['name', 'row.name ASC, row.updated ASC, row.id ASC'],
    ['name,user,desc', 'row.name DESC, row.user DESC, row.updated DESC, row.id DESC'],
    ['created,desc', 'row.created DESC, row.id DESC'],
    ['id', 'row.id ASC'],
  ])('sorted by %s has an order that an index has', (sort, order) => {
    expect(idsOf({ sort })).toContain(`ORDER BY ${order}`);
  });
});
