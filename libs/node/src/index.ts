export { ArchiveStoreService, type OpenArchive } from './archive/archive-store.service';
export { NodeConfig } from './config/node-config';
export { makeFolder } from './file-system/make-folder';
export { fileAnswer, type ByteRange } from './files/file-answer';
export { FILE_HEADER, OFFSET_HEADER, fileView, positionOf, type FileStart } from './files/file-start';
export { FollowedFilesService } from './files/followed-files.service';
export { LaunchFilesService } from './files/launch-files.service';
export {
  outputRequest,
  sendFile,
  type FoundFile,
  type FoundOutput,
  type OutputRequest,
} from './files/send-file';
export { sendGrowing } from './files/send-growing';
export { SharedTail, pour, type GrowingFile, type Receiver } from './files/shared-tail';
export { isOutputFile } from './launch-directory/launch-directory';
export { HeartbeatService, NODE_HEARTBEATS, NodeHeartbeat } from './heartbeat.service';
export { NodeLaunchesService } from './launches/node-launches.service';
export { NodeIdentity } from './identity/node-identity';
export { NodeModule } from './node.module';
export { ObjectStoreGateway } from './object-store/object-store.gateway';
export { OfferClaimsService, type Launcher } from './owners/offer-claims.service';
export { OffersService } from './owners/offers.service';
