/** Media type of every resource and page in this library. */
export const HAL_JSON = 'application/hal+json';
