"""The process of a server: what holds from its first moment, and then Streamlit."""

import sys

from streamlit.web import cli

from dashboard import answers, closing, connections, log, messages, sockets, uploads

if __name__ == "__main__":
    log.bound()
    connections.bound()
    answers.bound()
    messages.bound()
    sockets.bound()
    uploads.bound()
    closing.bound()
    cli.main(["run", *sys.argv[1:]], prog_name="streamlit")
