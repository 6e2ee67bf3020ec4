/**
 * Events that were received and not drawn yet, and the position that a connection continues after. The position moves when events are
 * drawn: the events that an ended connection leaves behind are received again by the next one.
 */
export class EventBuffer<Event> {
  #waiting: Event[] = [];
  #reached: string | undefined;
  #drawn: string | undefined;

  /** The position of the last drawing; undefined before the first one. */
  get after(): string | undefined {
    return this.#drawn;
  }

  /** Keeps an event until it is drawn. */
  add(event: Event, position: string | undefined): void {
    this.#waiting.push(event);
    this.reach(position);
  }

  /** Records a position that has no event. */
  reach(position: string | undefined): void {
    this.#reached = position ?? this.#reached;
  }

  /** Returns the events to draw, oldest first, and moves the position. */
  take(): Event[] {
    const events = this.#waiting;
    this.#waiting = [];
    this.#drawn = this.#reached;
    return events;
  }

  /** Drops the events that were not drawn: the next connection receives them again. */
  drop(): void {
    this.#waiting = [];
    this.#reached = this.#drawn;
  }

  /** Forgets the position too, for a feed that no longer keeps what follows it. */
  restart(): void {
    this.#drawn = undefined;
    this.drop();
  }
}
