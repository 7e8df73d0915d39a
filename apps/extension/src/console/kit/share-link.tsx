import { Box, Button } from "@chakra-ui/react";
import { useState } from "react";
import { CopyButton } from "../../kit/controls/copy-button.tsx";
import { useSubmit } from "../../kit/load/queries.ts";
import { ProblemView } from "./load/problem-view.tsx";

type Props = {
	readonly text: { readonly share: string; readonly copyShare: string; readonly unshare: string };
	/** The share that is there already. */
	readonly share: string | undefined;
	/** The address of what is shared below `#`, with its share. */
	readonly pathWith: (share: string) => string;
	/** @returns the share */
	readonly onShare: () => Promise<string>;
	readonly onUnshare: () => Promise<void>;
};

/** The owner shares something inside the organization by a link, and takes that back. */
export function ShareLink({ text, share: before, pathWith, onShare, onUnshare }: Props) {
	const [share, setShare] = useState<string | undefined>(before);
	const { submit: change, isBusy, problem } = useSubmit(async (work: () => Promise<string | undefined>) => setShare(await work()));
	const link = () => `${location.href.split("#", 1)[0]}#${pathWith(share ?? "")}`;
	return (
		<>
			{share === undefined ? (
				<Button size="xs" variant="outline" loading={isBusy} loadingText={text.share} onClick={() => void change(onShare)}>
					{text.share}
				</Button>
			) : (
				<>
					<CopyButton label={text.copyShare} text={link()}>
						{text.copyShare}
					</CopyButton>
					<Button
						size="xs"
						variant="outline"
						loading={isBusy}
						loadingText={text.unshare}
						onClick={() => void change(() => onUnshare().then(() => undefined))}
					>
						{text.unshare}
					</Button>
				</>
			)}
			<Box flexBasis="full" _empty={{ display: "none" }}>
				{problem === null ? null : <ProblemView problem={problem} />}
			</Box>
		</>
	);
}
