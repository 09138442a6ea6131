# SPDX-License-Identifier: MIT
# Deadwood in a container, from the packages of debian/. Two commands:
#     docker build -t deadwood .
#     docker run --rm -it deadwood play
FROM debian:12-slim AS build
COPY debian/control /src/debian/control
RUN apt-get update && apt-get build-dep -y --no-install-recommends /src
COPY . /src
RUN cd /src && DEB_BUILD_OPTIONS="parallel=$(nproc)" dpkg-buildpackage -us -uc -b

FROM debian:12-slim
COPY --from=build /deadwood_*.deb /deadwood-data_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/*.deb && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["deadwood"]
CMD ["help"]
