export { ArchiveStoreService, type OpenArchive } from './archive/archive-store.service';
export { NodeConfig } from './config/node-config';
export { fileAnswer, type ByteRange } from './files/file-answer';
export { LaunchFilesService } from './files/launch-files.service';
export {
  outputRequest,
  sendFile,
  type FoundFile,
  type FoundOutput,
  type OutputRequest,
} from './files/send-file';
export { HeartbeatService, NODE_HEARTBEATS, NodeHeartbeat } from './heartbeat.service';
export { NodeLaunchesService } from './launches/node-launches.service';
export { NodeIdentity } from './identity/node-identity';
export { NodeModule } from './node.module';
export { ObjectStore } from './object-store/object-store.gateway';
export { OfferClaimsService, type Launcher } from './owners/offer-claims.service';
export { OffersService } from './owners/offers.service';
