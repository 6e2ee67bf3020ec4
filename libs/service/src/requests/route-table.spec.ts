import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const routes = new RouteTable();
  routes.add('GET', '/jobs/:id');
  routes.add('HEAD', '/jobs/:id');
  routes.add(['POST', 'GET'], '/jobs/');
  routes.add('GET', '/jobs/:id/output/*');
  routes.add('OPTIONS', '/jobs');

  it.each([
    ['/jobs/7', ['GET', 'HEAD']],
    ['/jobs/7/?user=x', ['GET', 'HEAD']],
    ['/jobs', ['GET', 'POST']],
    ['/jobs/7/output/a/b', ['GET']],
    ['/jobs/7/other', []],
    ['/jobsx', []],
  ])('lists the methods of %s: %j', (url, methods) => {
    expect(routes.methodsFor(url)).toEqual(methods);
  });
});
