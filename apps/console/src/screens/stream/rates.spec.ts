import { droppedIn, ratesFrom } from './rates';

it('[CONSOLE-STREAM-1] a report of losses is not an event', () => {
  expect(droppedIn('{"svc.meta.dropped":12}')).toBe(12);
  expect(droppedIn('{"svc.meta.dropped":12,"more":1}')).toBeUndefined();
  expect(droppedIn('12')).toBeUndefined();
});

it('[CONSOLE-STREAM-1] rates are differences of whole seconds, also after a pause of the tab', () => {
  const counts = [
    { at: 10, total: 100, dropped: 0 },
    { at: 11, total: 150, dropped: 0 },
    { at: 16, total: 400, dropped: 10 },
    { at: 17, total: 401, dropped: 10 },
  ];
  expect(ratesFrom(counts)).toEqual({ times: [11_000, 16_000], received: [50, 50], dropped: [0, 2] });
  expect(ratesFrom([])).toEqual({ times: [], received: [], dropped: [] });
});
