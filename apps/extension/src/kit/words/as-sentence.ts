/** A message of the server about a field, such as "must not be empty", as a sentence beside the field. @throws never */
export function asSentence(message: string): string {
	return message === "" ? "" : `${message[0]?.toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}
