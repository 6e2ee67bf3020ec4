import { Observable, Subject } from 'rxjs';
import { StateTopics, type StateListener } from './state-topic';

/** Records its states. */
class Notes implements StateListener {
  readonly heard: string[] = [];

  state(text: string): void {
    this.heard.push(text);
  }

  stateEnded(): void {
    this.heard.push('end');
  }
}

describe('a state with many listeners', () => {
  const source = (states: Observable<string>) => {
    const made = { times: 0, open: 0 };
    const of = () =>
      new Observable<string>((observer) => {
        made.times += 1;
        made.open += 1;
        const subscription = states.subscribe(observer);
        return () => {
          made.open -= 1;
          subscription.unsubscribe();
        };
      });
    return { made, of };
  };

  it('is computed once, sent to later listeners, and released with the last one', () => {
    const states = new Subject<string>();
    const { made, of } = source(states);
    const topics = new StateTopics();
    const [early, late] = [new Notes(), new Notes()];
    const topic = topics.of('a', of);
    topic.join(early);
    states.next('1');
    expect(topics.of('a', of)).toBe(topic);
    topic.join(late);
    states.next('2');
    expect([early.heard, late.heard]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    topic.leave(early);
    expect(made).toEqual({ times: 1, open: 1 });
    topic.leave(late);
    expect(made).toEqual({ times: 1, open: 0 });
    expect(topics.of('a', of)).not.toBe(topic);
  });

  it('reports its end, and its last value to listeners that join meanwhile', () => {
    const states = new Subject<string>();
    const topics = new StateTopics();
    const { of } = source(states);
    const topic = topics.of('a', of);
    const [early, late] = [new Notes(), new Notes()];
    topic.join(early);
    states.next('last');
    states.complete();
    topic.join(late);
    expect([early.heard, late.heard]).toEqual([
      ['last', 'end'],
      ['last', 'end'],
    ]);
    expect(topics.of('a', of)).not.toBe(topic);
  });
});
