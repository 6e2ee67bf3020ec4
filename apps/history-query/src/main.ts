import 'reflect-metadata';
import { runService } from '@portolan/service';
import { historyQuery } from './service-definition';

void runService(historyQuery, process.env);
