/** The lane `fuzz` needs nothing but the servers; its test starts the services. */
export const prepare = () => ({});
