const call = /^[\t ]*await failpoint\("[a-z_.]+"\);$/gm;

/**
 * Leaves the calls of `failpoint` out of what is built: no setting can make a production service strike itself. Lines keep their numbers.
 *
 * @returns {{ name: string, transform: (code: string) => { code: string, map: null } | null }}
 */
export function dropFailpoints() {
	return {
		name: "drop-failpoints",
		transform: (code) => (code.includes("await failpoint(") ? { code: code.replaceAll(call, ""), map: null } : null),
	};
}
