import type { Solver } from "./actions.ts";
import { click } from "./actions.ts";
import type { PageInput } from "./page-input.ts";

/** The nine cells; ours are x. */
type Board = string;

const rows = [
	[0, 1, 2],
	[3, 4, 5],
	[6, 7, 8],
	[0, 3, 6],
	[1, 4, 7],
	[2, 5, 8],
	[0, 4, 8],
	[2, 4, 6],
];
const hasWon = (board: Board, mark: string): boolean => rows.some((row) => row.every((cell) => board[cell] === mark));
const free = (board: Board): readonly number[] => [...board].flatMap((mark, cell) => (mark === "." ? [cell] : []));
const put = (board: Board, cell: number, mark: string): Board => `${board.slice(0, cell)}${mark}${board.slice(cell + 1)}`;

/** The cell that completes three of a mark. */
const completing = (board: Board, mark: string): number | undefined => free(board).find((cell) => hasWon(put(board, cell, mark), mark));

// The opponent moves at random a little more than half the time; otherwise it wins or blocks.
const randomShare = 0.55;
const known = new Map<Board, number>();

/** The chance to win when we are to move. */
function chance(board: Board): number {
	const before = known.get(board);
	if (before !== undefined) return before;
	const best = Math.max(0, ...free(board).map((cell) => chanceAfter(put(board, cell, "x"))));
	known.set(board, best);
	return best;
}

function chanceAfter(board: Board): number {
	if (hasWon(board, "x")) return 1;
	const cells = free(board);
	if (cells.length === 0) return 0;
	const reply = (cell: number): number => (hasWon(put(board, cell, "o"), "o") ? 0 : chance(put(board, cell, "o")));
	const random = cells.reduce((sum, cell) => sum + reply(cell), 0) / cells.length;
	const clever = completing(board, "o") ?? completing(board, "x");
	return randomShare * random + (1 - randomShare) * (clever === undefined ? random : reply(clever));
}

/** Plays to win. The marks follow from our own moves. */
export const ticTacToe: Solver = function* (page) {
	const own = new Set<number>();
	let seen: PageInput = page;
	for (let move = 0; move < 5; move += 1) {
		const cells = seen.all("box");
		const board = cells.map((cell, index) => (own.has(index) ? "x" : /mark/.test(cell.name) ? "o" : ".")).join("");
		const best = [...free(board)].sort((left, right) => chanceAfter(put(board, right, "x")) - chanceAfter(put(board, left, "x")))[0];
		const cell = best === undefined ? undefined : cells[best];
		if (best === undefined || cell === undefined) return;
		own.add(best);
		seen = yield click(cell);
	}
};
