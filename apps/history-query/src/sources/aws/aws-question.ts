import type { ProviderAccount } from '../../collections/provider-account';
import type { ProviderCall, ProviderService } from '../../collections/provider-call';
import type { Fields } from './answer-pages';

/** One request to AWS, as it goes to the thread that sends it. */
export interface AwsQuestion {
  account: ProviderAccount;
  service: ProviderService;
  call: ProviderCall;
  input: Fields;
}

/** A question with the number that its reply names. */
export interface NumberedQuestion extends AwsQuestion {
  number: number;
}

/** What became of a question. */
export type AwsReply =
  | {
      number: number;
      /** The result as JSON, and what tells of the next page. */
      answer: Fields;
    }
  | { number: number; failure: { message: string; code: string } };
