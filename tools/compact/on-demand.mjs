/**
 * Modules of npm packages that a service loads with their package and does not look into while it works as usual, as
 * patterns of their path below node_modules. Whoever loads one reads members of its exports where they are used: it must not be a
 * function that is called, and nothing may copy its members when it is loaded.
 */
export const ON_DEMAND = [
  // TypeORM loads its drivers for every database; ours is MySQL's.
  /^typeorm\/driver\/(?!mysql\/)[^/]+\/\w+(Driver|QueryRunner)\.js$/,
  // It formats SQL for a log that is off.
  /^@sqltools\/formatter\/lib\/sqlFormatter\.js$/,
  // BullMQ's statements for PostgreSQL; ours are Redis'.
  /^bullmq\/dist\/cjs\/postgres\/sql-scripts\.js$/,
  // Names of server errors by number: looked up when there is one.
  /^mysql2\/lib\/constants\/errors\.js$/,
  // Telephone numbers of all countries, for a decorator of class-validator that no field has.
  /^libphonenumber-js\/max\/index\.cjs$/,
  // Dates of BullMQ's own reading of cron specs; ours is croner's.
  /^luxon\/build\/node\/luxon\.js$/,
  // Patterns of clients, and archives: not every request has them.
  /^re2js\/build\/index\.cjs$/,
  /^yazl\/index\.js$/,
];
