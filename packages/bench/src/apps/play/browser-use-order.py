"""Lets browser-use carry out one order in the open tab of a browser: CDP_URL MODEL_URL ORDER MOST_STEPS. Prints RESULT and JSON."""

import asyncio
import json
import sys
import time

from browser_use import Agent, BrowserSession, ChatOpenAI

cdp_url, model_url, order, most_steps = sys.argv[1:5]


async def main():
    session = BrowserSession(cdp_url=cdp_url, keep_alive=True, highlight_elements=False)
    model = ChatOpenAI(model="scripted", base_url=model_url, api_key="none")
    # A model that sees text alone, as Webhand's; the judge only comments on the trace.
    agent = Agent(task=order, llm=model, browser_session=session, use_vision=False, use_judge=False)
    started = time.monotonic()
    history = await agent.run(max_steps=int(most_steps))
    milliseconds = (time.monotonic() - started) * 1000
    ending = "done" if history.is_done() and history.is_successful() else "stopped"
    said = history.final_result() or "; ".join(str(error) for error in history.errors() if error)
    print("RESULT " + json.dumps({"ending": ending, "said": said, "steps": history.number_of_steps(), "ms": milliseconds}), flush=True)


asyncio.run(main())
