/** The user that the API records for actions of the console; with authentication on, the service records who is logged in. */
export const CONSOLE_USER = 'console';
