/** Whose work it is. */
export type Sharer = { readonly tenantId: string; readonly userId: string };

/** Places as they stand: how many are free, and how many of the others a tenant and one of its users have. */
export type Held = { readonly free: number; readonly ofTenant: number; readonly ofUser: number };

/**
 * May a user take one more place? A tenant may while it has fewer places than are free, and a user while it has fewer than twice what that
 * leaves to the tenant. So nobody takes the last places, also with work that never ends, and the next tenant begins at once.
 *
 * @returns of 8 places a tenant gets 4 at most, one of its users 3
 * @see https://doi.org/10.1109/90.664262 "Dynamic queue length thresholds", Choudhury and Hahne
 * @throws never
 */
export function mayTake({ free, ofTenant, ofUser }: Held): boolean {
	const left = Math.ceil((free - ofTenant) / 2);
	return left > 0 && ofUser < 2 * left;
}

/**
 * Whose turn it is: of those who may take a place the tenant with the fewest, of its users the one with the fewest, and the first who came.
 *
 * @param waiting in the order they came
 * @throws never
 */
export function turnOf<Waiting extends Sharer>(waiting: Iterable<Waiting>, heldOf: (sharer: Sharer) => Held): Waiting | undefined {
	let first: { readonly who: Waiting; readonly held: Held } | undefined;
	for (const who of waiting) {
		const held = heldOf(who);
		if (mayTake(held) && (first === undefined || isBefore(held, first.held))) first = { who, held };
	}
	return first?.who;
}

const isBefore = (one: Held, other: Held) => (one.ofTenant === other.ofTenant ? one.ofUser < other.ofUser : one.ofTenant < other.ofTenant);
