import {
  applyDecorators,
  Body,
  Delete,
  Get,
  Inject,
  Param,
  Post,
  Put,
  Query,
  type Type,
} from '@nestjs/common';
import { constraint } from '../errors/error-format';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { AdminChange } from '../http/hal-routes';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters } from '../query/search-page';
import { ClusterCommandsService } from './cluster-commands.service';
import { CommandApplicationsService } from './command-applications.service';
import { CommandClustersService } from './command-clusters.service';
import { ID_LIST } from './field-limits';
import type { ResourceEntity } from './registry.entity';
import { APPLICATION, CLUSTER, COMMAND, capitalized, type ResourceKind } from './resource-kind';
import { DescribeListed, listResources } from './resource-view';

const ByStatus = ({ searchable }: ResourceKind): MethodDecorator =>
  SearchParameters(searchable, { only: ['status'], paged: false });

interface Links {
  list(id: string, query: Parameters): Promise<ResourceEntity[]>;
  add(id: string, linked: readonly string[]): Promise<void>;
  set(id: string, linked: readonly string[]): Promise<void>;
  remove(id: string, linked: string): Promise<void>;
}

/** Returns the routes of the links of one kind of resource to another (docs/contract/jobs.md, Routes). @param effect of writes, by release */
function linksController(
  owner: ResourceKind,
  linked: ResourceKind,
  service: Type<Links>,
  list: string,
  effect = '',
): Type<object> {
  const isDependency = linked === APPLICATION;
  const [ofOwner, many] = [`${owner.article} ${owner.noun}${effect}`, linked.collection];
  const [one, all] = [capitalized(owner.noun) + capitalized(linked.noun), [linked.example.id]];

  @ApiController('links', `${owner.collection}/:id/${many}`)
  class LinksController {
    constructor(@Inject(service) private readonly links: Links) {}

    @Get()
    @DescribeListed(list, `get${one}s`, linked)
    @(isDependency ? applyDecorators() : ByStatus(linked))
    async list(@Param('id') id: string, @Query() query: Parameters, @Api() api: ApiView): Promise<object[]> {
      return listResources(linked, await this.links.list(id, query), api);
    }

    @Post()
    @AdminChange(`Add ${many} to ${ofOwner}`, `add${one}s`, all, {
      schema: { ...ID_LIST.schema, ...(isDependency && { minItems: 1 }) },
    })
    add(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      const ids = ID_LIST.read(body);
      if (isDependency && ids.length === 0) throw constraint(`No ${linked.noun} ids entered`);
      return this.links.add(id, ids);
    }

    @Put()
    @AdminChange(`Set the ${many} of ${ofOwner}`, `replace${one}s`, all, { schema: ID_LIST.schema })
    set(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      return this.links.set(id, ID_LIST.read(body));
    }

    @Delete()
    @AdminChange(`Unlink all ${many} of ${ofOwner}`, `clear${one}s`)
    clear(@Param('id') id: string): Promise<void> {
      return this.links.set(id, []);
    }

    @Delete(`:${linked.noun}Id`)
    @AdminChange(`Unlink one ${linked.noun} of ${ofOwner}`, `delete${one}`)
    remove(@Param('id') id: string, @Param(`${linked.noun}Id`) other: string): Promise<void> {
      return this.links.remove(id, other);
    }
  }
  return LinksController;
}

/** Read-only links: they follow from criteria or from the links of another resource. */
@ApiController('links', '')
class FoundLinksController {
  constructor(
    private readonly clusters: CommandClustersService,
    private readonly applications: CommandApplicationsService,
  ) {}

  @Get('commands/:id/clusters')
  @DescribeListed('Clusters that a command can run on', 'getCommandClusters', CLUSTER)
  @ByStatus(CLUSTER)
  async clustersOf(@Param('id') id: string, @Query() query: Parameters, @Api() api: ApiView) {
    return listResources(CLUSTER, await this.clusters.clusters(id, query), api);
  }

  @Get('applications/:id/commands')
  @DescribeListed('Commands that depend on an application', 'getApplicationCommands', COMMAND)
  @ByStatus(COMMAND)
  async commandsOf(@Param('id') id: string, @Query() query: Parameters, @Api() api: ApiView) {
    return listResources(COMMAND, await this.applications.commandsOf(id, query), api);
  }
}

/** All routes of links, with the verbs that provisioning scripts of every release call. */
export const LINK_CONTROLLERS = [
  linksController(COMMAND, APPLICATION, CommandApplicationsService, 'Applications of a command, in order'),
  FoundLinksController,
  linksController(
    CLUSTER,
    COMMAND,
    ClusterCommandsService,
    'Commands that can run on a cluster',
    ' (3.2; later releases take it and do nothing)',
  ),
];
