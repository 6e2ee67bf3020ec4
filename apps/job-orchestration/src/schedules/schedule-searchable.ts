import { malformed } from '@portolan/service';
import type { Condition } from '../query/filters';
import {
  COMMON_SORT,
  byTags,
  byText,
  splitAtCommas,
  repeatable,
  type Filter,
  type Searchable,
} from '../query/searchable';
import { TIME_PATTERN, readTime } from './rules/read-time';
import { FireOutcome } from './store/schedule.entity';

/** Returns a filter by one of several words, in any case, each with its condition. */
function byWords(words: Readonly<Record<string, string>>): Filter {
  const allowed = Object.keys(words);
  const filter = repeatable((name, values): Condition[] => {
    const wanted = splitAtCommas(values).map((value) => value.trim().toLowerCase());
    const unknown = wanted.find((word) => !allowed.includes(word));
    if (unknown !== undefined)
      throw malformed(name, `${name} must be one of ${allowed.join(', ')}, not ${unknown}`);
    return [{ where: `(${wanted.map((word) => words[word]).join(' OR ')})`, parameters: {} }];
  });
  return Object.assign(filter, { allowed });
}

/** The filters and sort fields of schedules (V3-SCHED-4). */
export const SCHEDULES: Searchable = {
  filters: {
    name: byText,
    user: byText,
    tag: byTags({ name: 'schedule_tags', owner: 'schedule_id' }, false),
    paused: byWords({ true: 'row.pausedAt IS NOT NULL', false: 'row.pausedAt IS NULL' }),
  },
  sortable: COMMON_SORT.filter((name) => name !== 'status'),
};

function bound(sign: '>=' | '<='): Filter {
  const filter = (name: string, [value = '']: readonly string[]): Condition[] => [
    { where: `row.time ${sign} :${name}`, parameters: { [name]: readTime(name, value) } },
  ];
  return Object.assign(filter, { pattern: TIME_PATTERN });
}

/** The filters of the fires of a schedule; their bounds are included (V3-SCHED-19). */
export const FIRES: Searchable = {
  filters: {
    from: bound('>='),
    to: bound('<='),
    outcome: byWords(
      Object.fromEntries(Object.values(FireOutcome).map((one) => [one, `row.outcome = '${one}'`])),
    ),
  },
  sortable: ['time'],
  defaultSort: 'time,desc',
};
