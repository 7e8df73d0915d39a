const maxCharacters = 16_384;
const opening = /<\s{0,4}thought\s{0,4}>/i;

/**
 * Reads a thought out of an answer that is still being written: each call hands on what came new of it. Nothing before its tag, and nothing
 * from the next tag on; the action stays unseen until it was judged.
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
