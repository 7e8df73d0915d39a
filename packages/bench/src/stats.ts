/**
 * The quantile of numbers, interpolated between neighbours.
 *
 * @param values at least one, in any order
 * @param share 0 to 1; 0.5 is the median
 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const place = (sorted.length - 1) * share;
	const low = sorted[Math.floor(place)] ?? Number.NaN;
	const high = sorted[Math.ceil(place)] ?? Number.NaN;
	return low + (high - low) * (place - Math.floor(place));
}

/**
 * The typical slope of a series: the median slope between points half the series apart (Theil–Sen with incomplete pairs), which single slow
 * steps cannot change. 0 for fewer than two points.
 */
export function steadySlope(values: readonly number[]): number {
	const half = Math.floor(values.length / 2);
	const slopes = values.slice(half).map((value, index) => (value - (values[index] ?? value)) / half);
	return half === 0 ? 0 : quantile(slopes, 0.5);
}
