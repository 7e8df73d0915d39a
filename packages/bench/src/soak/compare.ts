/** A step as it is stored, or as it was answered. `digest` is that of the reply's bytes. */
export type StoredStep = { readonly taskId: string; readonly stepIndex: number; readonly digest: string };

/**
 * Holds answered steps against stored ones.
 *
 * @returns `lost`: answered, but absent or stored with another reply. `extra`: stored, but answered to nobody, or twice
 */
export function compareSteps(
	answered: readonly StoredStep[],
	stored: readonly StoredStep[],
): { readonly lost: number; readonly extra: number } {
	const keyOf = ({ taskId, stepIndex }: StoredStep) => `${taskId}/${stepIndex}`;
	const digests = new Map(stored.map((step) => [keyOf(step), step.digest]));
	const lost = answered.filter((step) => digests.get(keyOf(step)) !== step.digest).length;
	const known = new Set(answered.map(keyOf));
	const extra = stored.filter((step) => !known.has(keyOf(step))).length + (stored.length - digests.size);
	return { lost, extra };
}
