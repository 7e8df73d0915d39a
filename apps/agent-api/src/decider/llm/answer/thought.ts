const maxCharacters = 16_384;
const opening = /<\s{0,4}thought\s{0,4}>/i;

/**
 * Reads the thought of an answer that is still being written: each call passes on its new part, between its tag and the next. The action is
 * not shown before it is checked.
 *
 * @param tell gets pieces in order, never an empty one
 * @throws never
 */
export function createThoughtReader(onChunk: (piece: string) => void): (text: string) => void {
	let waiting = "";
	let isInside = false;
	let isOver = false;
	return (text) => {
		if (isOver) return;
		waiting += text;
		if (!isInside) {
			const open = opening.exec(waiting);
			isOver = open === null && waiting.length > maxCharacters;
			if (open === null) return;
			isInside = true;
			waiting = waiting.slice(open.index + open[0].length);
		}
		const end = waiting.indexOf("<");
		const piece = end === -1 ? waiting : waiting.slice(0, end);
		isOver = end !== -1;
		waiting = "";
		if (piece !== "") onChunk(piece);
	};
}
