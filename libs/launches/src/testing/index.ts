export * from './test-owner';
export { ClaimsService } from '../owner/claims.service';
export { LaunchEventsGateway } from '../owner/launch-events.gateway';
