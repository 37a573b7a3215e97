FROM python:3.11-slim

# A user without rights. What must outlive the image, runs and downloads, lies in the volume.
RUN useradd --create-home --uid 1000 spgat && install --directory --owner=spgat /data
USER spgat
WORKDIR /home/spgat/app
ENV PATH=/home/spgat/.local/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    OMP_NUM_THREADS=1 \
    PORT=8501 \
    STREAMLIT_SERVER_HEADLESS=true \
    SPGAT_DATA=/data/data \
    SPGAT_RUNS=/data/runs

# The default build of torch brings gigabytes of CUDA: name an index of CPU builds here.
ARG TORCH_INDEX=""
COPY --chown=spgat requirements.txt .
RUN grep '^torch==' requirements.txt > torch.txt \
    && pip install --no-cache-dir --user ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} -r torch.txt \
    && pip install --no-cache-dir --user -r requirements.txt
COPY --chown=spgat . .
RUN pip install --no-cache-dir --user --no-deps -e . && python -m spgat.warm

VOLUME /data
EXPOSE $PORT
HEALTHCHECK CMD python -c "import sys, urllib.request as u; u.urlopen(sys.argv[1], timeout=3)" \
    "http://localhost:$PORT${STREAMLIT_SERVER_BASE_URL_PATH:+/$STREAMLIT_SERVER_BASE_URL_PATH}/_stcore/health"
CMD exec spgat app --address=0.0.0.0 --port=$PORT
