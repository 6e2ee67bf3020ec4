require('./specs-of.cjs')('examples');
