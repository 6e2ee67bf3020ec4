/** Path of this API below the service's address. Older clients use addresses without it. */
export const API_PATH = 'api/v1';
