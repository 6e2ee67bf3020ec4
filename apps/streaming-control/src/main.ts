import 'reflect-metadata';
import { runService } from '@portolan/service';
import { streamingControl } from './service-definition';

void runService(streamingControl, process.env);
