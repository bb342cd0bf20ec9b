/** A growing set of 64-bit ids other than 0, at 8 to 20 bytes each. */
export class IdSet {
  #slots = new BigUint64Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(id: bigint): boolean {
    return this.#slots[this.#find(id)] === id;
  }

  add(id: bigint): void {
    const at = this.#find(id);
    if (this.#slots[at] === id) return;
    this.#slots[at] = id;
    this.#size += 1;
    if (this.#size * 10 > this.#slots.length * 7) this.#grow();
  }

  /** The slot of the id, or the free slot for it. Ids are hashes, so their low bits spread them evenly. */
  #find(id: bigint): number {
    const mask = this.#slots.length - 1;
    let at = Number(id & 0xffff_ffffn) & mask;
    while (this.#slots[at] !== 0n && this.#slots[at] !== id) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new BigUint64Array(old.length * 2);
    for (const id of old) {
      if (id !== 0n) this.#slots[this.#find(id)] = id;
    }
  }
}
