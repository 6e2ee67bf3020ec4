require('./specs-of.cjs')('apps');
