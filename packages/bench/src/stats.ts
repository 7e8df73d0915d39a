/**
 * The value below which a share of the sorted numbers lies, between neighbours in proportion.
 *
 * @param values at least one, any order
 * @param share 0 to 1; 0.5 is the median
 * @source reliability.md §9
 */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const place = (sorted.length - 1) * share;
	const low = sorted[Math.floor(place)] ?? Number.NaN;
	const high = sorted[Math.ceil(place)] ?? Number.NaN;
	return low + (high - low) * (place - Math.floor(place));
}

/**
 * Slope of the least-squares line through the points, in units of y per unit of x; 0 where x does not vary.
 *
 * @source reliability.md §8 "growth"
 */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
	const meanX = mean(points.map(([x]) => x));
	const meanY = mean(points.map(([, y]) => y));
	const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
	return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
