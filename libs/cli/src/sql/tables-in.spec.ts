import { nameOf, tablesIn } from './tables-in.ts';

const COLLECTIONS = ['view/instances', 'group/autoScalingGroups', 'cloud/instances', 'prod.view/instances'];
const names = (sql: string) => tablesIn(sql, COLLECTIONS).map((table) => `${table.area}.${nameOf(table)}`);

it.each([
  ['select * from view.instances', ['view.instances']],
  ['SELECT * FROM View.Instances i', ['view.instances']],
  [
    'select * from "view"."instances_all", "group".autoScalingGroups',
    ['view.instances_all', 'group.autoScalingGroups'],
  ],
  [
    'select * from cloud . instances join view.instances using (instanceId)',
    ['view.instances', 'cloud.instances'],
  ],
  ['select * from "prod.view".instances', ['prod.view.instances']],
  ['select * from preview.instances, view.instancesOld, x.view.instances', []],
  ['select 1', []],
])('finds the tables that are named: %s', (sql, expected) => {
  expect(names(sql)).toEqual(expected);
});
