import { Body, Controller, HttpCode, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import { ClaimRequest, type ClaimAnswer } from '../protocol/claim';
import { LeaseRequest, type LeaseAnswer } from '../protocol/lease';
import { ClaimsService } from './claims.service';
import { LeasesService } from './leases.service';

/** The side of an owner that nodes talk to. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal')
export class LaunchOwnerController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly leases: LeasesService,
  ) {}

  @Post('launches/:launchId/claim')
  @HttpCode(200)
  claim(@Param('launchId') id: string, @Body() claim: ClaimRequest): Promise<ClaimAnswer> {
    return this.claims.claim(id, claim);
  }

  @Put('leases/:nodeId')
  renew(@Param('nodeId') nodeId: string, @Body() request: LeaseRequest): Promise<LeaseAnswer> {
    return this.leases.renew(nodeId, request);
  }
}
