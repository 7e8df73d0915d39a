import { inLanguages } from "@webhand/contracts/language";
import * as german from "./chat-words.de.ts";

/** Sentences about the chat itself: what became of what the user said, and which chat is shown. */
export const conversationText = inLanguages(german.conversationText, {
	approved: "Allowed once.",
	approvedFor: { task: "Allowed once.", run: "Allowed for all rows of this run.", routine: "Allowed each time this routine runs." },
	denied: "Denied.",
	done: "I’m done.",
	filledByLogin: "The routine’s login is filled in.",
	nowOn: (domain: string) => `now on ${domain}`,
	newTask: (domain: string) => (domain === "" ? "New task" : `${domain}: New task`),
	asksElsewhere: "Webhand asks, for a task that this browser does not carry out",
	answerHere: "Answer here",
	questionChanged: "Webhand asks something else now. Please answer the question as it stands.",
	questionGone: "This question is answered already. The task goes on.",
	taskEnded: "The task had ended before this reached it.",
	taskUnknown: "The server no longer knows this task.",
});
