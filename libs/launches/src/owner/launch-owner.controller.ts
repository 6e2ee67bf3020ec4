import { Body, Controller, Get, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ErrorKind, InternalTokenGuard, ServiceError } from '@portolan/service';
import type { LaunchOffer } from '../protocol/launch-offer';
import { ClaimRequest, GoneReport, LaunchStatesRequest, LeaseRequest } from '../protocol/owner-api';
import type { ClaimAnswer, LaunchStatesAnswer, LeaseAnswer } from '../protocol/owner-api';
import { ClaimsService } from './claims.service';
import { LaunchOwnerOptions } from './launch-handlers';
import { LaunchesService } from './launches.service';
import { LeaseAnswersService } from './lease-answers.service';

/** The owner's API for nodes and launchers. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal')
export class LaunchOwnerController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly leases: LeaseAnswersService,
    private readonly launches: LaunchesService,
    private readonly options: LaunchOwnerOptions,
  ) {}

  @Post('launches/:launchId/claim')
  @HttpCode(200)
  claim(@Param('launchId') id: string, @Body() claim: ClaimRequest): Promise<ClaimAnswer> {
    this.check(claim.owner);
    return this.claims.claim(id, claim);
  }

  @Put('leases/:nodeId')
  renew(@Param('nodeId') nodeId: string, @Body() request: LeaseRequest): Promise<LeaseAnswer> {
    this.check(request.owner);
    return this.leases.renew(nodeId, request);
  }

  @Get('launches/:launchId/offer')
  offer(@Param('launchId') id: string): Promise<LaunchOffer> {
    return this.launches.offer(id);
  }

  @Post('launches/states')
  @HttpCode(200)
  states(@Body() { owner, launchIds }: LaunchStatesRequest): Promise<LaunchStatesAnswer> {
    this.check(owner);
    return this.launches.states(launchIds);
  }

  @Post('launches/:launchId/gone')
  @HttpCode(202)
  gone(@Param('launchId') id: string, @Body() report: GoneReport): Promise<void> {
    this.check(report.owner);
    return this.launches.gone(id, report);
  }

  /** The address of an owner may have passed to another one, whose answer would end launches that it does not know. */
  private check(owner: string | undefined): void {
    const own = this.options.owner;
    if (owner !== undefined && owner !== own)
      throw new ServiceError(ErrorKind.WrongState, `the owner here is ${own}, not ${owner}`);
  }
}
