/** Saves a text as a file through the browser's own download. */
export function saveFile(name: string, type: string, text: string): void {
	const address = URL.createObjectURL(new Blob([text], { type }));
	const link = Object.assign(document.createElement("a"), { href: address, download: name });
	link.click();
	// The download has read the blob by the next task.
	setTimeout(() => URL.revokeObjectURL(address));
}
