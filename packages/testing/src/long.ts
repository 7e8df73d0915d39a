import { test } from "vitest";

/**
 * Options of a test or group that `npm run test:full` plays and `npm test` does not: the long form of a promise that a shorter test holds
 * every day.
 */
export const long = { tags: ["long"] };

/**
 * Plays a table: `npm test` the rows that are `short`, `npm run test:full` all.
 *
 * @param short how many of the first rows, or which
 */
export function eachOf<const T>(rows: readonly T[], short: number | ((row: T) => boolean) = 1) {
	const isShort = (row: T, index: number) => (typeof short === "number" ? index < short : short(row));
	return (name: string, play: (...row: T extends readonly unknown[] ? [...T] : [T]) => unknown): void => {
		test.each(rows.filter(isShort) as never[])(name, play as never);
		test.each(rows.filter((row, index) => !isShort(row, index)) as never[])(name, long, play as never);
	};
}
