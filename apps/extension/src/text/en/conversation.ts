/** Sentences about the chat itself: what became of what the user said, and which chat is shown. */
export const conversation = {
	approved: "Allowed",
	denied: "Denied",
	done: "Done on the page",
	nowOn: (domain: string) => `now on ${domain}`,
	newTask: (domain: string) => (domain === "" ? "New task" : `${domain}: New task`),
	asksElsewhere: "Webhand asks, on another device",
	answerHere: "Answer here",
	questionChanged: "Webhand asks something else now. Please answer the question as it stands.",
	questionGone: "This question is answered already. The task goes on.",
	taskEnded: "The task had ended before this reached it.",
	taskUnknown: "The server no longer knows this task.",
} as const;
