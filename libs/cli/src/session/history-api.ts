import { createHistoryClient, type Client } from '@portolan/client-history';
import type { Session } from './session.ts';

export const historyClient = (session: Session): Client => createHistoryClient(session.address('history'));
