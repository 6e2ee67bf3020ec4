export * from './media-type';
export * from './links';
export * from './query';
export * from './resource';
export * from './search-page';
