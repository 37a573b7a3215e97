FROM python:3.11-slim

# A user without rights, with a home that may be written: data, caches and runs live there.
RUN useradd --create-home --uid 1000 spgat
USER spgat
WORKDIR /home/spgat/app
ENV PATH=/home/spgat/.local/bin:$PATH OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1

# The default build of torch brings gigabytes of CUDA: name an index of CPU builds here.
ARG TORCH_INDEX=""
COPY --chown=spgat requirements.txt .
RUN grep '^torch==' requirements.txt > torch.txt \
    && pip install --no-cache-dir --user ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} -r torch.txt \
    && pip install --no-cache-dir --user -r requirements.txt
COPY --chown=spgat . .

EXPOSE 8501
HEALTHCHECK CMD python -c "import urllib.request as u; u.urlopen('http://localhost:8501/_stcore/health', timeout=3)"
CMD ["python", "-m", "streamlit", "run", "dashboard/app.py", "--server.port=8501", "--server.address=0.0.0.0", "--server.headless=true"]
