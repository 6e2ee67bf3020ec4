import { Module } from '@nestjs/common';
import { StreamSignalsService } from './stream-signals.service';

@Module({ providers: [StreamSignalsService], exports: [StreamSignalsService] })
export class SignalsModule {}
