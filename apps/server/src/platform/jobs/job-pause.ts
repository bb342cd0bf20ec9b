/**
 * Thrown by a job's run to wait without holding a worker, such as for another day's allowance of an external system. The
 * job goes on from its checkpoint at that time; the attempt does not count.
 */
export class JobPause extends Error {
  readonly until: Date;
  constructor(until: Date, reason: string) {
    super(reason);
    this.name = 'JobPause';
    this.until = until;
  }
}
