require('./specs-of.cjs')('libs');
