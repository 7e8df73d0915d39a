import { Button, HStack } from "@chakra-ui/react";
import { text } from "../../text/en.ts";
import { AskCard } from "./ask-card.tsx";

type Props = {
	readonly domain: string;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onDeny: () => void;
};

/** A page took no notice twice: may Chrome move the mouse and press the keys for real? (extension.md §5 "Trusted input") */
export function TrustedInputPrompt({ domain, isBusy, onGrant, onDeny }: Props) {
	return (
		<AskCard title={text.ask.trustedTitle(domain)} text={text.ask.trustedText} about={domain}>
			<HStack wrap="wrap">
				<Button size="sm" colorPalette="blue" loading={isBusy} aria-label={text.ask.trustedTask} onClick={() => onGrant("task")}>
					{text.ask.trustedTask}
				</Button>
				<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
					{text.ask.trustedAlways}
				</Button>
				<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={onDeny}>
					{text.ask.trustedNo}
				</Button>
			</HStack>
		</AskCard>
	);
}
