import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam, ApiQuery, getSchemaPath } from '@nestjs/swagger';
import { Describe, jsonAnswer, malformed, schema } from '@portolan/service';
import { refuseMisspeltParameters, toBoolean, validateBody } from '@portolan/validation';
import { withDefaultStatus, type Criterion } from '../criteria/criteria';
import { constraint } from '../errors/error-format';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { AdminChange, EXAMPLE_API } from '../http/hal-routes';
import type { Query as QueryParameters } from '../query/paging';
import { ClusterCriteriaService } from './cluster-criteria.service';
import { CRITERIA_LIMIT, requireRoom } from './field-limits';
import { readCriterion } from './resource-document';
import { CLUSTER } from './resource-kind';
import { CriterionResponse, ResolvedClustersResponse } from './resource-response.dto';
import { exampleRow, resourceView } from './resource-view';
import { ClusterStatus, CriterionRequest } from './resource.dto';

const CRITERION = { $ref: getSchemaPath(CriterionRequest) };
const CRITERIA = { type: 'array', items: CRITERION, maxItems: CRITERIA_LIMIT };
const EXAMPLE: CriterionRequest = { tags: ['type:yarn', 'sla:prod'] };
/** Describes a write of criteria: it returns 200, other writes 204. */
const CriteriaChange = (...[summary, id, body, more]: Parameters<typeof AdminChange>): MethodDecorator =>
  AdminChange(summary, id, body, { status: 200, ...more });
const SHOWN_EXAMPLE = readCriterion(EXAMPLE);
const MAX_PRIORITY = 999_999_999;
const PRIORITY = {
  name: 'priority',
  schema: schema.integer('0 is the highest.', { minimum: 0, maximum: MAX_PRIORITY }),
};

/** The criteria by which a command finds its clusters; all writes return 200 (docs/contract/jobs.md, Routes). */
@ApiController('commands', 'commands/:id')
export class ClusterCriteriaController {
  constructor(private readonly criteria: ClusterCriteriaService) {}

  @Get('clusterCriteria')
  @Describe('List the criteria in order of priority', {
    id: 'getClusterCriteria',
    answers: { 200: jsonAnswer(schema.list(schema.ref(CriterionResponse)), [SHOWN_EXAMPLE]) },
  })
  list(@Param('id') id: string): Promise<CriterionResponse[]> {
    return this.criteria.list(id);
  }

  @Post('clusterCriteria')
  @CriteriaChange('Add a criterion with the lowest priority', 'addClusterCriterion', EXAMPLE)
  add(@Param('id') id: string, @Body() body: CriterionRequest): Promise<void> {
    return this.criteria.add(id, readCriterion(body));
  }

  @Put('clusterCriteria')
  @CriteriaChange('Replace all criteria', 'replaceClusterCriteria', [EXAMPLE], { schema: CRITERIA })
  replace(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.criteria.replace(id, readCriteria(body));
  }

  @Delete('clusterCriteria')
  @CriteriaChange('Remove all criteria', 'clearClusterCriteria')
  clear(@Param('id') id: string): Promise<void> {
    return this.criteria.replace(id, []);
  }

  @Put('clusterCriteria/:priority')
  @ApiParam(PRIORITY)
  @CriteriaChange('Insert a criterion at a priority; 0 is the highest', 'insertClusterCriterion', EXAMPLE)
  insert(@Param('id') id: string, @Param('priority') at: string, @Body() body: CriterionRequest) {
    return this.criteria.insert(id, readPriority(at), readCriterion(body));
  }

  @Delete('clusterCriteria/:priority')
  @ApiParam(PRIORITY)
  @CriteriaChange('Remove the criterion of a priority', 'deleteClusterCriterion', undefined, {
    errors: { 412: 'A priority is 0 or more.' },
  })
  remove(@Param('id') id: string, @Param('priority') priority: string): Promise<void> {
    return this.criteria.remove(id, readPriority(priority));
  }

  @Get('resolvedClusters')
  @Describe('List the clusters that match each criterion', {
    id: 'getResolvedClusters',
    answers: {
      200: jsonAnswer(schema.list(schema.ref(ResolvedClustersResponse)), [
        {
          criterion: withDefaultStatus(SHOWN_EXAMPLE, ClusterStatus.Up),
          resources: [resourceView(CLUSTER, exampleRow(CLUSTER), EXAMPLE_API)],
        },
      ]),
    },
  })
  @ApiQuery({ name: 'addDefaultStatus', required: false, type: Boolean })
  async resolved(
    @Param('id') id: string,
    @Api() api: ApiView,
    @Query() query: QueryParameters,
  ): Promise<ResolvedClustersResponse[]> {
    refuseMisspeltParameters(query, ['addDefaultStatus']);
    const found = await this.criteria.resolved(id, addsDefaultStatus(query.addDefaultStatus));
    return found.map(({ criterion, resources }) => ({
      criterion,
      resources: resources.map((row) => resourceView(CLUSTER, row, api)),
    }));
  }
}

/** Reads a priority of an address. @throws ServiceError: constraint below 0, malformed for a text that is not a number */
function readPriority(text: string): number {
  if (/^-\d{1,9}$/.test(text)) throw constraint('a priority must be at least 0');
  if (!/^\d{1,9}$/.test(text))
    throw malformed('priority', `a priority must be a whole number of at least 0, not ${text}`);
  return Number(text);
}

/** @throws ServiceError (malformed) for anything but `true` and `false`, in any case */
function addsDefaultStatus(text: unknown): boolean {
  const value = text === undefined || text === '' ? true : toBoolean(text);
  if (typeof value === 'boolean') return value;
  throw malformed('addDefaultStatus', 'addDefaultStatus must be true or false');
}

function readCriteria(body: unknown): Criterion[] {
  if (!Array.isArray(body)) throw malformed('', 'the body must be an array of criteria');
  requireRoom('clusterCriteria', body.length, CRITERIA_LIMIT);
  return body.map((one, index) => readCriterion(validateBody(CriterionRequest, one, `[${index}]`)));
}
