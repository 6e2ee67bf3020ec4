export * from './resource';
export * from './search-page';
